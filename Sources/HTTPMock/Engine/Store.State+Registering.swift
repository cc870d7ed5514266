extension Store.State {
    /// Removes all registrations.
    mutating func clear() {
        discarded.append((contents.table, contents.queues, contents.problems))
        contents.table.removeAll()
        contents.queues = [:]
        contents.problems = []
    }

    /// Adds one registration.
    ///
    /// - Returns: The problems of the registration, and its responses in order.
    mutating func add(
        _ registration: Registration
    ) -> (problems: [RegistrationProblem], responses: [RegisteredResponse]) {
        let responses = registration.responses.filter { $0.lifetime.count.map { $0 > 0 } ?? true }
        // A route without a response would win over less specific routes, and leave the requests unanswered.
        guard !responses.isEmpty || registration.isReplacing && contents.table.has(registration) else {
            return (registration.problems, [])
        }
        let route: Route
        do {
            route = try contents.table.route(for: registration)
        } catch {
            return ([RegistrationProblem(text: "\(error)", location: registration.location)], [])
        }
        var problems = registration.problems
        if contents.queues[route.id] == nil, let twin = contents.table.twin(of: route) {
            problems.append(.neverServing(route, because: twin, location: registration.location))
        }
        let origin = MockRegistration(route, location: registration.location)
        let registered = responses.map {
            RegisteredResponse($0, inherited: registration.headers, registration: origin, isRegistered: true)
        }
        var queue = removeQueue(of: route, for: registration)
        var isUnreachable = false
        for response in registered {
            isUnreachable = isUnreachable || queue.endsInEternal
            queue.append(response, isDefault: registration.isDefault)
        }
        contents.queues[route.id] = queue
        if isUnreachable { problems.append(.afterEternal(route, location: registration.location)) }
        return (problems, registered)
    }

    /// Removes the queue of a route, and returns the queue without the responses that a registration replaces.
    private mutating func removeQueue(of route: Route, for registration: Registration) -> ResponseQueue {
        var queue = contents.queues.removeValue(forKey: route.id) ?? ResponseQueue()
        if registration.isReplacing {
            discarded.append(queue)
            queue.removeAll()
        } else if !registration.isDefault, queue.hasDefaults {
            discarded.append(queue)
            queue.removeDefaults()
        }
        return queue
    }
}
