throw new Error("this file does not load");
