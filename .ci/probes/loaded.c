// Appends the version and the program to the file HTTPMOCK_LOADED, once for each process that loads the library.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

__attribute__((constructor)) static void report(void) {
    const char *path = getenv("HTTPMOCK_LOADED");
    FILE *file = path ? fopen(path, "a") : NULL;
    if (!file) return;
    char program[4096] = "";
    ssize_t count = readlink("/proc/self/exe", program, sizeof program - 1);
    if (count > 0) program[count] = 0;
    fprintf(file, "%s\t%s\n", VERSION, program);
    fclose(file);
}
