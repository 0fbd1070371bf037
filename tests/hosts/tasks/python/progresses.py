def run(payload, helpers):
    helpers.progress(0.5, "half")
