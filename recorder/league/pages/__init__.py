"""The pages of the league. A view opens the league, calls, appends, renders.

``adding``    to the application: the books, the blueprint with its views
``frame``     the blueprint, how a league is opened, what every page stands in
``front``     founding, the first page, links, settings, the log
``people``    players, one player, merging, parting, leaving
``games``     the list, one game, who sat where
``starting``  starting a game for the league
``joining``   adding one by its table's link, or a result without a record
``importing`` records: judged, with progress shown
``standings`` standings, a race, the games behind a line
``settling``  seasons and their points rules
``closing``   closing a season, opening it again, what changed late
``figures``   ratings, records, what wins here
``cases``     calling the referee, deciding, case law
``evenings``  who is there, tables, the page for the wall
``files``     everything that leaves
"""
