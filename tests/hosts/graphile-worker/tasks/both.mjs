throw new Error("not loaded: .js comes first");
