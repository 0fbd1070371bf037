throw new Error("while it is loaded");
