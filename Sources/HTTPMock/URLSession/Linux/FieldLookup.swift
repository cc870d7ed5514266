#if canImport(FoundationNetworking)
    @_spi(Reflection) import Swift

    /// Finds private properties by name and type, and collects the names of missing ones.
    ///
    /// Created by ``FoundationLayout`` once per process.
    struct FieldLookup {
        /// The name of a property that is treated as missing, as `Class.name`.
        let hidden: String?
        /// The missing properties, each as `Class.name`.
        private(set) var missing: [String] = []

        init(hidden: String?) {
            self.hidden = hidden
        }

        mutating func find<Value>(_ name: String, of owner: AnyClass) -> StoredField<Value>? {
            guard let (offset, type) = field(name, of: owner), type == Value.self else { return note(name, owner) }
            return StoredField(offset: offset)
        }

        /// Finds a property that refers to an object.
        ///
        /// - Parameter spelling: The full name of the type: a class or a class-bound protocol, optional or not. The
        ///   first word of such a property is the reference.
        mutating func findReference(_ name: String, of owner: AnyClass, type spelling: String) -> ReferenceField? {
            guard let (offset, type) = field(name, of: owner), String(reflecting: type) == spelling
            else { return note(name, owner) }
            return ReferenceField(offset: offset)
        }

        /// Finds a property of a type that can't be named in this module.
        ///
        /// - Parameter spelling: The full name of the type; nil for any type.
        mutating func findOpaque(_ name: String, of owner: AnyClass, type spelling: String?) -> OpaqueField? {
            guard let (offset, type) = field(name, of: owner), spelling.map({ String(reflecting: type) == $0 }) ?? true
            else { return note(name, owner) }
            return OpaqueField(offset: offset, type: type)
        }

        /// Finds the table of behaviours, in the class of a session's registry.
        mutating func findBehaviours(in registry: String, of owner: AnyClass) -> BehaviourField? {
            guard let registryClass = field(registry, of: owner)?.type as? AnyClass,
                let (offset, type) = field("behaviours", of: registryClass),
                let behaviours = BehaviourField(offset: offset, type: type)
            else { return note("taskRegistry.behaviours", owner) }
            return behaviours
        }

        private mutating func note<Field>(_ name: String, _ owner: AnyClass) -> Field? {
            missing.append("\(owner).\(name)")
            return nil
        }

        private func field(_ wanted: String, of owner: AnyClass) -> (offset: Int, type: any Any.Type)? {
            guard "\(owner).\(wanted)" != hidden else { return nil }
            var found: (Int, any Any.Type)?
            // `.classType`, by its raw value because the compiler treats the constant as a mutable global.
            let options = _EachFieldOptions(rawValue: 1)
            _ = _forEachField(of: owner, options: options) { name, offset, type, _ in
                guard String(cString: name) == wanted else { return true }
                found = (offset, type)
                return false
            }
            return found
        }
    }
#endif
