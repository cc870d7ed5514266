import Foundation

/// The bytes of a connection that have not been written yet.
///
/// Small parts are gathered, so that a head and a small body leave in one write; large ones are kept as they are.
struct OutputQueue {
    private enum Part {
        case bytes([UInt8])
        case data(Data)

        var count: Int {
            switch self {
            case .bytes(let bytes): bytes.count
            case .data(let data): data.count
            }
        }
    }

    /// The parts before the gathered one; empty ones stand for those that are written already.
    private var parts: [Part] = []
    /// The index of the first part that is not wholly written.
    private var firstPart = 0
    /// The number of written bytes of the part at `firstPart`.
    private var written = 0
    /// The last part, to which small data is still appended.
    private var gathered: [UInt8] = []
    /// The number of bytes that have not been written.
    private(set) var count = 0

    /// From this size on, in bytes, data is not copied.
    private static let copyLimit = 16 << 10
    /// The largest buffer that is kept for the next bytes, in bytes.
    private static let keptCapacity = 4096

    var isEmpty: Bool { count == 0 }

    /// Appends bytes by a closure that writes them to the end of an array.
    mutating func append(_ write: (inout [UInt8]) -> Void) {
        let before = gathered.count
        write(&gathered)
        count += gathered.count - before
    }

    mutating func append(_ data: Data) {
        if data.count < Self.copyLimit { return append { $0.append(contentsOf: data) } }
        closeGathered()
        parts.append(.data(data))
        count += data.count
    }

    private mutating func closeGathered() {
        guard !gathered.isEmpty else { return }
        parts.append(.bytes(gathered))
        gathered = []
    }

    /// Writes the parts in order until no more bytes can be written.
    ///
    /// - Parameter write: Writes some bytes and returns how many were written; nil if none can be.
    mutating func drain(_ write: (UnsafeRawBufferPointer) -> Int?) {
        while firstPart < parts.count {
            let size = parts[firstPart].count
            let justWritten: Int? =
                switch parts[firstPart] {
                case .bytes(let bytes):
                    bytes.withUnsafeBytes { write(UnsafeRawBufferPointer(rebasing: $0[written...])) }
                case .data(let data):
                    data.withUnsafeBytes { write(UnsafeRawBufferPointer(rebasing: $0[written...])) }
                }
            guard let justWritten else { return }
            count -= justWritten
            written += justWritten
            guard written == size else { continue }
            // Released at once, because the list is emptied only after its last part.
            parts[firstPart] = .bytes([])
            firstPart += 1
            written = 0
        }
        parts.removeAll(keepingCapacity: true)
        firstPart = 0
        guard !gathered.isEmpty else { return }
        // The common case is one small response, whose buffer is reused.
        // If nothing can be written, the buffer becomes a part, so that more bytes don't make it grow.
        guard let justWritten = gathered.withUnsafeBytes(write) else { return closeGathered() }
        count -= justWritten
        guard justWritten < gathered.count else {
            return gathered.removeAll(keepingCapacity: gathered.capacity <= Self.keptCapacity)
        }
        // The rest becomes the only part, of which more may be written at once.
        closeGathered()
        written = justWritten
        drain(write)
    }

    mutating func removeAll() {
        self = OutputQueue()
    }
}
