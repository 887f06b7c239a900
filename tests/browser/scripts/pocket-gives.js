
navigator.storage.persisted = async () => false;
navigator.storage.persist = async () => { sessionStorage.asked = "yes"; return false; };
Navigator.prototype.canShare = () => true;
Navigator.prototype.share = async ({ files }) => {
  top.shared = files.map(({ name, type }) => `${name} ${type}`).join();
};
