#if canImport(Darwin)
    import Darwin
#else
    import CEpoll
    import Glibc
#endif

#if os(Linux)
    /// Waits for many descriptors at once, by `epoll`.
    ///
    /// Level-triggered: a descriptor is reported again until nothing more can be read or written. Owned by one event
    /// loop.
    struct Poller {
        private let descriptor: Int32
        /// The memory for the events of one wait; further events come with the next one.
        private var events = [epoll_event](repeating: epoll_event(), count: 256)

        /// The events that end a connection; the last one comes only for ``Interest/hangingUp``.
        private static let hangups = EPOLLHUP.rawValue | EPOLLERR.rawValue | EPOLLRDHUP.rawValue

        init() throws(SocketError) {
            descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
            guard descriptor >= 0 else { throw SocketError(call: "epoll_create1", code: errno) }
        }

        /// Begins to wait for a descriptor.
        ///
        /// - Returns: False if the system can't wait for the descriptor.
        func add(_ descriptor: Int32, id: UInt64, _ interest: Interest) -> Bool {
            control(EPOLL_CTL_ADD, descriptor, id: id, interest) == 0
        }

        func change(_ descriptor: Int32, id: UInt64, _ interest: Interest) {
            _ = control(EPOLL_CTL_MOD, descriptor, id: id, interest)
        }

        /// Stops waiting for a descriptor; to be called before it is closed.
        func remove(_ descriptor: Int32, id: UInt64) {
            _ = control(EPOLL_CTL_DEL, descriptor, id: id, [])
        }

        private func control(_ operation: Int32, _ descriptor: Int32, id: UInt64, _ interest: Interest) -> Int32 {
            var event = epoll_event()
            if interest.contains(.reading) { event.events |= EPOLLIN.rawValue }
            if interest.contains(.writing) { event.events |= EPOLLOUT.rawValue }
            if interest.contains(.hangingUp) { event.events |= EPOLLRDHUP.rawValue }
            event.data.u64 = id
            return epoll_ctl(self.descriptor, operation, descriptor, &event)
        }

        /// Waits until something is ready.
        ///
        /// - Parameter milliseconds: The longest wait; -1 for no limit.
        /// - Returns: The descriptors that are ready; none if the time is over or a signal ends the wait.
        mutating func wait(milliseconds: Int32) -> [Readiness] {
            let count = epoll_wait(descriptor, &events, Int32(events.count), milliseconds)
            guard count > 0 else { return [] }
            return events[..<Int(count)].map { event in
                Readiness(
                    id: event.data.u64, isReadable: event.events & EPOLLIN.rawValue != 0,
                    isWritable: event.events & EPOLLOUT.rawValue != 0,
                    isHungUp: event.events & Self.hangups != 0)
            }
        }

        func close() {
            _ = Glibc.close(descriptor)
        }
    }
#else
    /// Waits for many descriptors at once, by `poll`, which every system has.
    ///
    /// Level-triggered: a descriptor is reported again until nothing more can be read or written. Owned by one event
    /// loop.
    struct Poller {
        private var descriptors: [pollfd] = []
        private var ids: [UInt64] = []

        init() throws(SocketError) {}

        /// Begins to wait for a descriptor; always true.
        mutating func add(_ descriptor: Int32, id: UInt64, _ interest: Interest) -> Bool {
            descriptors.append(pollfd(fd: descriptor, events: Self.events(interest), revents: 0))
            ids.append(id)
            return true
        }

        mutating func change(_ descriptor: Int32, id: UInt64, _ interest: Interest) {
            guard let index = ids.firstIndex(of: id) else { return }
            descriptors[index].events = Self.events(interest)
        }

        /// Stops waiting for a descriptor; to be called before it is closed.
        mutating func remove(_ descriptor: Int32, id: UInt64) {
            guard let index = ids.firstIndex(of: id) else { return }
            descriptors.remove(at: index)
            ids.remove(at: index)
        }

        /// Returns the events to wait for; `poll` reports a hangup even if it is none of them.
        private static func events(_ interest: Interest) -> Int16 {
            var events: Int32 = 0
            if interest.contains(.reading) { events |= POLLIN }
            if interest.contains(.writing) { events |= POLLOUT }
            return Int16(events)
        }

        /// Waits until something is ready.
        ///
        /// - Parameter milliseconds: The longest wait; -1 for no limit.
        /// - Returns: The descriptors that are ready; none if the time is over or a signal ends the wait.
        mutating func wait(milliseconds: Int32) -> [Readiness] {
            guard poll(&descriptors, nfds_t(descriptors.count), milliseconds) > 0 else { return [] }
            return zip(descriptors, ids).compactMap { descriptor, id in
                let events = Int32(descriptor.revents)
                guard events != 0 else { return nil }
                // `poll` reports the end of input as a hangup as well; reading finds out which it is.
                let isReadable = events & (POLLIN | POLLHUP) != 0
                return Readiness(
                    id: id, isReadable: isReadable, isWritable: events & POLLOUT != 0,
                    isHungUp: events & (POLLERR | POLLNVAL) != 0)
            }
        }

        func close() {}
    }
#endif
