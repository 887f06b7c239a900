() => {
  const { match } = CacheStorage.prototype;
  CacheStorage.prototype.match = function (at, how) {
    if (String(at).endsWith("/current")) return Promise.reject(new Error("unreadable"));
    return match.call(this, at, how);
  };
}
