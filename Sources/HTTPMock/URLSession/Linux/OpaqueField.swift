#if canImport(FoundationNetworking)
    /// A private stored property of a type that can't be named in this module.
    ///
    /// Created by ``FieldLookup`` and owned by the ``FoundationLayout``.
    struct OpaqueField: Sendable {
        let offset: Int
        let type: any Any.Type

        /// Returns the value in an object, for a cast to the expected type.
        func read(from object: AnyObject) -> Any {
            func load<Value>(_ type: Value.Type) -> Any {
                (Unmanaged.passUnretained(object).toOpaque() + offset).assumingMemoryBound(to: type).pointee
            }
            return _openExistential(type, do: load)
        }

        /// Changes the value in an object, if the type conforms to ``ChangeableField``.
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

    /// A type whose values can be changed without naming the type.
    protocol ChangeableField {
        /// Stores a value under a key's raw value; returns false for an unknown key.
        mutating func insert(_ value: Any, forKeyNamed name: String) -> Bool
    }

    extension Dictionary: ChangeableField where Key: RawRepresentable<String>, Value == Any {
        mutating func insert(_ value: Any, forKeyNamed name: String) -> Bool {
            guard let key = Key(rawValue: name) else { return false }
            self[key] = value
            return true
        }
    }
#endif
