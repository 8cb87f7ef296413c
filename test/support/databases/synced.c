// Simulates a power cut. Loaded into a process with LD_PRELOAD, this copies a file from the directory SYNCED_FROM to the
// directory SYNCED_TO each time the process syncs it. Data that was written but never synced is not in the copy.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void copy(int fd) {
  const char *from = getenv("SYNCED_FROM"), *to = getenv("SYNCED_TO");
  char link[64], path[PATH_MAX], target[PATH_MAX], buffer[65536];
  if (!from || !to) return;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) abort();
  path[length] = 0;
  size_t prefix = strlen(from);
  if (strncmp(path, from, prefix) != 0 || path[prefix] != '/') return;
  snprintf(target, sizeof target, "%s%s", to, path + prefix);
  // Read through the process's own descriptor: opening and closing another one would release SQLite's locks on the file.
  int out = open(target, O_WRONLY | O_CREAT, 0600);
  if (out < 0) abort();
  off_t at = 0;
  for (ssize_t n; (n = pread(fd, buffer, sizeof buffer, at)) > 0; at += n)
    if (pwrite(out, buffer, n, at) != n) abort();
  if (ftruncate(out, at) != 0) abort();
  close(out);
}

int fsync(int fd) {
  int (*real)(int) = dlsym(RTLD_NEXT, "fsync");
  int result = real(fd);
  if (result == 0) copy(fd);
  return result;
}

int fdatasync(int fd) {
  int (*real)(int) = dlsym(RTLD_NEXT, "fdatasync");
  int result = real(fd);
  if (result == 0) copy(fd);
  return result;
}
