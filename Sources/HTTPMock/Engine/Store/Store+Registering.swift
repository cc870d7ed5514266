/// The registrations and the extensions.
extension Store {
    /// Adds registrations in one transition; returns the given problems and theirs.
    func add(_ registrations: [Registration], problems: [RegistrationProblem] = []) -> [RegistrationProblem] {
        let (problems, responses, extensions) = change { state in
            var problems = problems
            var responses: [RegisteredResponse] = []
            for registration in registrations {
                let added = state.add(registration)
                problems += added.problems
                responses += added.responses
            }
            state.contents.registrationProblems += problems
            return (problems, responses, state.contents.extensions)
        }
        if responses.contains(where: \.response.runsUserCode) || registrations.contains(where: \.runsUserCode) {
            noteUserCode()
        }
        for inspector in extensions { inspect(responses, with: inspector) }
        return problems
    }

    func clear() { change { $0.clear() } }

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

    /// Adds an extension, which is called after those that are there.
    func insert(_ new: any EngineExtension) {
        noteUserCode()
        change { $0.contents.extensions.append(new) }
    }

    /// Returns the extension of a kind, which is added if there is none.
    func insert<Extension: EngineExtension>(ifMissing new: Extension) -> Extension {
        change { state in
            if let known = state.contents.extensions.lazy.compactMap({ $0 as? Extension }).first { return known }
            state.contents.extensions.append(new)
            return new
        }
    }

    /// Makes an extension inspect the responses that wait in the queues.
    func inspectRegistrations(with inspector: any EngineExtension) {
        inspect(read { $0.contents.sortedQueues.flatMap(\.responses) }, with: inspector)
    }

    private func inspect(_ responses: [RegisteredResponse], with inspector: any EngineExtension) {
        report(responses.filter(\.isInspectable).flatMap(inspector.problems))
    }
}

extension Registration {
    fileprivate var runsUserCode: Bool { conditions.contains { $0.work == .runsUserCode } }
}

extension MockResponse {
    /// Whether the response calls closures of the user, or iterates a sequence of the user.
    var runsUserCode: Bool {
        switch content {
        case .handler, .passthrough(_?), .body(.sequence): true
        case .body, .failure, .passthrough(nil), .wire, .unusable: false
        }
    }
}

extension Store.Contents {
    /// The queues in the order in which their routes were registered.
    fileprivate var sortedQueues: [ResponseQueue] { queues.sorted { $0.key < $1.key }.map(\.value) }
}

extension Store.State {
    /// Removes all registrations.
    mutating func clear() {
        discarded.append((contents.table, contents.queues, contents.registrationProblems))
        contents.table.removeAll()
        contents.queues = [:]
        contents.registrationProblems = []
    }

    /// Adds, replaces or removes one registration; returns its problems, and its responses in order.
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
            RegisteredResponse($0, of: origin, inherited: registration.headers, isRegistered: true)
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

    /// Removes a registration, so that its requests go to the next one.
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

    /// Removes what traits further out have registered for the same requests with the same priority.
    private mutating func removeOuterResponses(_ key: Route.Key, _ registration: Registration) {
        guard let route = contents.table.route(for: key), var queue = contents.queues[route.id] else { return }
        let old = queue
        guard queue.removeResponses(outside: registration.depth) else { return }
        discarded.append(old)
        contents.queues[route.id] = queue
    }

    private mutating func remove(_ route: Route, at location: CallSite? = nil) {
        discarded.append((route, contents.queues.removeValue(forKey: route.id)))
        contents.table.remove(route, at: location)
    }
}

extension RouteTable {
    /// Returns the route of a registration, and adds the route if there is none yet.
    mutating func route(for registration: Registration, key: Route.Key) -> Route {
        route(
            for: key, conditions: registration.conditions, location: registration.location,
            spelling: registration.spelling)
    }

    /// Returns a route that resembles a missing one, by its path and perhaps its host.
    func routeResembling(_ key: Route.Key) -> Route? {
        let path = key.path.unnamed
        let ofHost = routesByHost[key.host]?.first { $0.path.unnamed == path }
        return ofHost ?? routes.values.filter { $0.path.unnamed == path }.min { $0.id < $1.id }
    }
}

extension Route.Key {
    init(_ registration: Registration) throws(PatternProblem) {
        self.init(
            host: try HostPattern.known(registration.host), path: try PathPattern(registration.path),
            method: registration.method, query: registration.query, priority: registration.priority,
            conditions: registration.conditions)
    }
}
