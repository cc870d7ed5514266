extension Store.State {
    /// Removes all registrations.
    mutating func clear() {
        discarded.append((contents.table, contents.queues, contents.problems))
        contents.table.removeAll()
        contents.queues = [:]
        contents.problems = []
    }

    /// Adds, replaces or removes one registration.
    ///
    /// - Returns: The problems of the registration, and its responses in order.
    mutating func add(
        _ registration: Registration
    ) -> (problems: [RegistrationProblem], responses: [RegisteredResponse]) {
        let responses = registration.responses.filter { $0.lifetime.count.map { $0 > 0 } ?? true }
        // A route without a response would win over the other routes, and leave the requests unanswered.
        guard !responses.isEmpty || registration.purpose != .adding else { return (registration.problems, []) }
        let key: Route.Key
        do {
            key = try Route.Key(registration)
        } catch {
            return ([RegistrationProblem(text: "\(error)", location: registration.location)], [])
        }
        guard !responses.isEmpty else { return (registration.problems + remove(key, registration), []) }
        removeOuterResponses(key, registration)
        let route = contents.table.route(for: registration, key: key)
        var problems = registration.problems
        if contents.queues[route.id] == nil, let twin = contents.table.twin(of: route) {
            problems.append(.neverServing(route, because: twin, location: registration.location))
        }
        let origin = MockRegistration(route, location: registration.location)
        let registered = responses.map {
            RegisteredResponse($0, inherited: registration.headers, registration: origin, isRegistered: true)
        }
        var queue = contents.queues.removeValue(forKey: route.id) ?? ResponseQueue()
        if registration.purpose == .replacing {
            discarded.append(queue)
            queue.removeAll()
        }
        var isUnreachable = false
        for response in registered {
            isUnreachable = isUnreachable || queue.endsInEternal
            queue.append(response, depth: registration.depth)
        }
        contents.queues[route.id] = queue
        if isUnreachable { problems.append(.afterEternal(route, location: registration.location)) }
        return (problems, registered)
    }

    /// Removes a registration, so that its requests go to the next one that matches.
    ///
    /// - Returns: A problem if there is no such registration.
    private mutating func remove(_ key: Route.Key, _ registration: Registration) -> [RegistrationProblem] {
        let route =
            registration.purpose == .removing
            ? contents.table.routes(withAnyPriority: key).first : contents.table.route(for: key)
        guard let route else {
            let similar = contents.table.routeResembling(key)
            return [.nothingToRemove(key, similar: similar, location: registration.location)]
        }
        remove(route, at: registration.location)
        return []
    }

    /// Removes what traits further out have registered for the same requests.
    private mutating func removeOuterResponses(_ key: Route.Key, _ registration: Registration) {
        for route in contents.table.routes(withAnyPriority: key) {
            guard var queue = contents.queues[route.id] else { continue }
            let old = queue
            guard queue.removeResponses(outside: registration.depth) else { continue }
            discarded.append(old)
            contents.queues[route.id] = queue
            if queue.isEmpty, route.key != key { remove(route) }
        }
    }

    private mutating func remove(_ route: Route, at location: CallSite? = nil) {
        discarded.append((route, contents.queues.removeValue(forKey: route.id)))
        contents.table.remove(route, at: location)
    }
}
