"""The pages of the league. A view opens the league, calls, appends, renders.

``adding``            to the application: the books, the blueprint with its views
``frame``             the blueprint, opening a league, the frame of every page
``front``             founding, the first page, links, settings, the log
``people``            players, one player, merging, parting, leaving
``newcomers``         the question about names that the league does not know
``games``             the list, one game, its seats
``starting``          starting a game for the league
``applied_rulings``   the league's rulings that bear on its next game
``joining_games``     adding one by its table's link, or a result without a record
``importing``         records: judged, with progress shown
``past_games``        a file of past plays: shown, kept in one go, taken back
``standings``         standings, a race, the games behind a line, effects of late corrections
``settling``          seasons and their points rules, closing them; ``seasons`` words them
``figure_pages``      ratings, records, shares of wins; ``charts`` places lines
``cases``             calling the referee, deciding, case law
``evenings``          the list, one evening, its tables, the page for the wall
``evening_forms``     its day, place, games and people
``files``             everything that leaves
"""
