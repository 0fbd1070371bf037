// A window of another build, as far as the program looks at it.
extern "C" {
const char *yardmaster_window_build();
int yardmaster_window_run();

const char *yardmaster_window_build()
{
    return "9.9.9-tomorrow";
}

int yardmaster_window_run()
{
    return 77; // nobody may call it
}
}
