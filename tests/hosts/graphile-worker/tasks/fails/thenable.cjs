module.exports = ({ how }) => ({
  then(resolve, reject) {
    if (how === "rejects") reject(new Error("of a thenable"));
    else if (how === "throws") throw new Error("thrown by then");
    else resolve();
  },
});
