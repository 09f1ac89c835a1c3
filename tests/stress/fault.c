/* Preloaded by test_faults.py: the call number `fault_at` to write to, synchronise or rename a file fails. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <sys/types.h>
#include <sys/stat.h>
#include <unistd.h>

static long calls = 0, failing = 0;
static int code = EIO;

long fault_calls(void) { return calls; }
void fault_at(long number, int error) { calls = 0; failing = number; code = error; }

static int fails(int fd) {
    struct stat about;
    if (failing < 0 || (fd >= 0 && (fstat(fd, &about) != 0 || !S_ISREG(about.st_mode)))) return 0;
    calls++;
    if (failing == 0 || calls < failing) return 0; /* from this call on all fail, as on a full or broken disk */
    errno = code;
    return 1;
}

#define REAL(name) ((__typeof__(&name)) dlsym(RTLD_NEXT, #name))
ssize_t write(int fd, const void *data, size_t size) { return fails(fd) ? -1 : REAL(write)(fd, data, size); }
ssize_t pwrite(int fd, const void *data, size_t size, off_t at) { return fails(fd) ? -1 : REAL(pwrite)(fd, data, size, at); }
ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) { return fails(fd) ? -1 : REAL(pwrite64)(fd, data, size, at); }
int fsync(int fd) { return fails(fd) ? -1 : REAL(fsync)(fd); }
int fdatasync(int fd) { return fails(fd) ? -1 : REAL(fdatasync)(fd); }
int ftruncate(int fd, off_t size) { return fails(fd) ? -1 : REAL(ftruncate)(fd, size); }
int ftruncate64(int fd, off64_t size) { return fails(fd) ? -1 : REAL(ftruncate64)(fd, size); }
int rename(const char *from, const char *to) { return fails(-1) ? -1 : REAL(rename)(from, to); }
