def run(payload, helpers):
    helpers.logger.info("to log: %s", payload["text"])
    print("to output: " + payload["text"])
