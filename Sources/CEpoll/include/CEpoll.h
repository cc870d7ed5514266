// The Linux calls that Swift's Glibc module does not have. Empty on other systems.

#ifndef CEPOLL_H
#define CEPOLL_H

#if defined(__linux__)
#include <sys/epoll.h>
#include <sys/socket.h>

// Declared by <sys/socket.h> for GNU sources only.
extern int accept4(int descriptor, struct sockaddr *address, socklen_t *length, int flags);
#endif

#endif
