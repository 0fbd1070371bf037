def run(payload, helpers):
    pass
