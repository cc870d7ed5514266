// A C target needs a source file; the declarations are all in the header.
#include "CEpoll.h"
