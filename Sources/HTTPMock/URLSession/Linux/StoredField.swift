#if canImport(FoundationNetworking)
    /// A private stored property of a type that can be named in this module.
    ///
    /// Created by ``FieldLookup``, which has checked name and type.
    struct StoredField<Value>: Sendable {
        let offset: Int

        func read(from object: AnyObject) -> Value {
            address(in: object).assumingMemoryBound(to: Value.self).pointee
        }

        func write(_ value: Value, to object: AnyObject) {
            address(in: object).assumingMemoryBound(to: Value.self).pointee = value
        }

        private func address(in object: AnyObject) -> UnsafeMutableRawPointer {
            Unmanaged.passUnretained(object).toOpaque() + offset
        }
    }

    /// A private stored property that refers to an object of an unnameable type.
    struct ReferenceField: Sendable {
        let offset: Int

        func read(from object: AnyObject) -> AnyObject? {
            let address = Unmanaged.passUnretained(object).toOpaque() + offset
            return address.assumingMemoryBound(to: Unmanaged<AnyObject>?.self).pointee?.takeUnretainedValue()
        }
    }
#endif
