() => {
    for (const each of window.axeStuck) {
        each.style.removeProperty("position");
        // an empty attribute would be carried over to the next page by its text, which the
        // page's policy forbids
        if (!each.style.length) each.removeAttribute("style");
    }
}
