#if canImport(FoundationNetworking)
    @_spi(Reflection) import Swift

    /// A stored property of one of Foundation's classes, found by its name through the standard library's reflection.
    ///
    /// What FoundationNetworking keeps to itself, and a mock needs in order to behave as the native loader does, is
    /// reached in this way alone. Name and type are checked once, when the field is looked up: where they are not as
    /// expected the field is nil, and its user does without or fails the request with a clear error.
    struct StoredField<Value>: Sendable {
        private let offset: Int

        init?(of owner: AnyClass, named name: String) {
            guard let (offset, type) = findField(of: owner, named: name), type == Value.self else { return nil }
            self.offset = offset
        }

        /// The value in an object of the class.
        func read(from object: AnyObject) -> Value {
            address(in: object).assumingMemoryBound(to: Value.self).pointee
        }

        /// Stores a value into an object of the class.
        func write(_ value: Value, to object: AnyObject) {
            address(in: object).assumingMemoryBound(to: Value.self).pointee = value
        }

        private func address(in object: AnyObject) -> UnsafeMutableRawPointer {
            Unmanaged.passUnretained(object).toOpaque() + offset
        }
    }

    /// A stored property whose type can't be named here.
    struct OpaqueField: Sendable {
        private let offset: Int
        private let type: any Any.Type

        init?(of owner: AnyClass, named name: String) {
            guard let (offset, type) = findField(of: owner, named: name) else { return nil }
            self.offset = offset
            self.type = type
        }

        /// The value in an object of the class, for a cast to what it should be.
        func read(from object: AnyObject) -> Any {
            func load<Value>(_ type: Value.Type) -> Any {
                (Unmanaged.passUnretained(object).toOpaque() + offset).assumingMemoryBound(to: type).pointee
            }
            return _openExistential(type, do: load)
        }

        /// The type of the values.
        var valueType: any Any.Type { type }

        /// Where the value is in an object of the class.
        func address(in object: AnyObject) -> UnsafeRawPointer {
            UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque()) + offset
        }

        /// Changes the value in an object of the class, if its type conforms to a protocol that says how.
        ///
        /// - Returns: Whether the type conforms and the change was made.
        func change(in object: AnyObject, _ change: (inout any ChangeableField) -> Bool) -> Bool {
            func apply<Value>(_ type: Value.Type) -> Bool {
                let address = (Unmanaged.passUnretained(object).toOpaque() + offset).assumingMemoryBound(to: type)
                guard var value = address.pointee as? any ChangeableField, change(&value), let changed = value as? Value
                else { return false }
                address.pointee = changed
                return true
            }
            return _openExistential(type, do: apply)
        }
    }

    /// A stored property that holds an object whose type can't be named here.
    struct ReferenceField: Sendable {
        private let offset: Int

        /// - Parameter spelling: The property's type in full, either a class or a class-bound protocol, optional or not:
        ///   what has the reference as its first word.
        init?(of owner: AnyClass, named name: String, type spelling: String) {
            guard let (offset, type) = findField(of: owner, named: name), String(reflecting: type) == spelling else {
                return nil
            }
            self.offset = offset
        }

        /// The object in an object of the class.
        func read(from object: AnyObject) -> AnyObject? {
            let address = Unmanaged.passUnretained(object).toOpaque() + offset
            return address.assumingMemoryBound(to: Unmanaged<AnyObject>?.self).pointee?.takeUnretainedValue()
        }
    }

    /// What the type of a stored property conforms to in order to be changed without being named.
    protocol ChangeableField {
        mutating func insert(_ value: Any, forKeyNamed name: String) -> Bool
    }

    extension Dictionary: ChangeableField where Key: RawRepresentable<String>, Value == Any {
        /// Stores a value under the key with a raw value; false if there is no such key.
        mutating func insert(_ value: Any, forKeyNamed name: String) -> Bool {
            guard let key = Key(rawValue: name) else { return false }
            self[key] = value
            return true
        }
    }

    private func findField(of owner: AnyClass, named wanted: String) -> (offset: Int, type: any Any.Type)? {
        var found: (Int, any Any.Type)?
        // `.classType`, spelled by its raw value because the constant is a mutable global in the eyes of the compiler.
        let options = _EachFieldOptions(rawValue: 1)
        _ = _forEachField(of: owner, options: options) { name, offset, type, _ in
            guard String(cString: name) == wanted else { return true }
            found = (offset, type)
            return false
        }
        return found
    }
#endif
