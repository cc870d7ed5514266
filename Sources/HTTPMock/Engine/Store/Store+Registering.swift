extension Store {
    /// Adds, replaces or removes registrations, and lets the extensions inspect their responses.
    ///
    /// - Parameter knownProblems: Problems that were found before; they come first.
    /// - Returns: All problems of the registrations.
    func add(
        _ registrations: [Registration], problems knownProblems: [RegistrationProblem] = []
    ) -> [RegistrationProblem] {
        let (problems, responses, extensions) = change { state in
            let added = registrations.map { state.add($0) }
            let problems = knownProblems + added.flatMap { $0.problems }
            state.contents.registrationProblems += problems
            return (problems, added.flatMap { $0.responses }, state.contents.extensions)
        }
        let conditions = registrations.flatMap(\.conditions)
        if responses.contains(where: \.response.content.runsUserCode)
            || conditions.contains(where: { $0.work == .runsUserCode })
        {
            noteUserCode()
        }
        for inspector in extensions { inspect(responses, with: inspector) }
        return problems
    }

    /// Removes all registrations, with their responses and problems.
    func clear() {
        change { state in
            state.discarded.append(state.contents.table)
            state.discarded.append(exchange(&state.contents.queues, with: [:]))
            state.discarded.append(exchange(&state.contents.registrationProblems, with: []))
            state.contents.table.removeAll()
        }
    }

    /// Removes the registrations whose host pattern is equal to a pattern, with their responses.
    func clear(host: HostPattern) {
        change { state in
            for route in state.contents.table.removeAll(host: host) {
                state.discarded.append((route, state.contents.queues.removeValue(forKey: route.id)))
            }
        }
    }

    /// The unused responses that must be used; those of extensions come last.
    var unused: [UnusedResponse] {
        let (queued, extensions) = read { state in
            (state.contents.sortedQueues.flatMap(\.unused), state.contents.extensions)
        }
        return queued + extensions.flatMap(\.unusedResponses)
    }

    // MARK: Extensions

    var extensions: [any EngineExtension] { read { $0.contents.extensions } }

    /// Adds an extension unless there is one of its type; returns the one that is there then.
    package func insert<Extension: EngineExtension>(ifMissing new: Extension) -> Extension {
        // Looked up first, because after a change the next request has to make a new snapshot.
        if let known = extensions.lazy.compactMap({ $0 as? Extension }).first { return known }
        return change { state in
            if let known = state.contents.extensions.lazy.compactMap({ $0 as? Extension }).first { return known }
            state.contents.extensions.append(new)
            return new
        }
    }

    /// Reports the problems that an extension finds in registered responses.
    func inspect(_ responses: [RegisteredResponse], with inspector: any EngineExtension) {
        var problems = responses.filter(\.isInspectable).flatMap(inspector.problems)
        for index in problems.indices { problems[index].isOfRegistration = true }
        report(problems)
    }
}

extension Store.State {
    /// Adds, replaces or removes one registration; returns its problems, and its responses in order.
    mutating func add(
        _ registration: Registration
    ) -> (problems: [RegistrationProblem], responses: [RegisteredResponse]) {
        // Responses for no request at all are dropped; an eternal response has no count.
        let responses = registration.responses.filter { ($0.lifetime.count ?? 1) > 0 }
        // A route without a response would win over the other routes, and leave the requests unanswered.
        if responses.isEmpty, registration.purpose == .adding { return (registration.problems, []) }
        let key: Route.Key
        do {
            key = try Route.Key(registration)
        } catch {
            return ([RegistrationProblem(text: "\(error)", location: registration.location)], [])
        }
        if responses.isEmpty { return (registration.problems + remove(key, registration), []) }
        let route = contents.table.route(
            for: key, conditions: registration.conditions, location: registration.location,
            spelling: registration.spelling)
        var problems = registration.problems
        // A route without a queue is new.
        if contents.queues[route.id] == nil, let twin = contents.table.twin(of: route) {
            problems.append(.neverServing(route, because: twin, location: registration.location))
        }
        let origin = MockRegistration(route, location: registration.location)
        let registered = responses.map {
            RegisteredResponse($0, of: origin, inherited: registration.headers, isRegistered: true)
        }
        var queue = contents.queues.removeValue(forKey: route.id) ?? ResponseQueue()
        // Responses that are replaced, or that traits further out registered for the same requests and priority.
        let removed = queue.begin(at: registration.depth, replacing: registration.purpose == .replacing)
        if !removed.isEmpty { discarded.append(removed) }
        if queue.hides(responses) { problems.append(.afterEternal(route, location: registration.location)) }
        for response in responses { contents.table.note(response.kinds, of: route) }
        queue.append(registered)
        contents.queues[route.id] = queue
        return (problems, registered)
    }

    /// Removes a registration, so that its requests go to the next one; returns a problem if there is none.
    ///
    /// The purpose `.removing` ignores the priority. A registration that replaces, without responses, names its own.
    private mutating func remove(_ key: Route.Key, _ registration: Registration) -> [RegistrationProblem] {
        var route = contents.table.route(for: key)
        if registration.purpose == .removing { route = contents.table.route(withAnyPriority: key) }
        guard let route else {
            // The problem names a route with the same path, if possible of the same host.
            let path = key.path.unnamed
            let ofHost = contents.table.routesByHost[key.host]?.first { $0.path.unnamed == path }
            let others = contents.table.routes.filter { $0.path.unnamed == path }
            let similar = ofHost ?? others.min { $0.id < $1.id }
            return [.nothingToRemove(key, similar: similar, location: registration.location)]
        }
        discarded.append((route, contents.queues.removeValue(forKey: route.id)))
        contents.table.remove(route, at: registration.location)
        return []
    }
}

extension Route.Key {
    init(_ registration: Registration) throws(PatternProblem) {
        self.init(
            host: try HostPattern.known(registration.host), path: try PathPattern(registration.path),
            method: registration.method, query: registration.query, priority: registration.priority,
            conditions: registration.conditions.identity)
    }
}
