// A registration with long literals, which must stay cheap to type-check: see compile-errors.

import Foundation
import HTTPMock

func register(_ mock: HTTPMock, name: String, count: Int) {
    mock.addResponses(
        forPath: "/orders", host: "api.example.com", method: .post,
        when: .header("Accept"),
        .json([
            "id": .any, "number": 4711, "state": "new", "total": 99.5, "isPaid": false, "note": nil,
            "customer": [
                "id": .matching("cus_*"), "name": "Alice", "age": 30, "emails": ["a@example.com", "b@example.com"],
                "address": ["street": "Main Street 1", "city": "Springfield", "zip": "12345", "country": nil],
            ],
            "items": [
                ["sku": "A-1", "count": 2, "price": 10.5, "tags": ["red", 1, true]],
                ["sku": "B-2", "count": 1, "price": -0.5, "tags": [], "gift": true],
                ["sku": .any, "count": 7, "price": 3, "tags": [.any]],
            ],
            "meta": ["source": "app", "version": [1, 2, 3], "flags": ["x": true, "y": false, "z": nil]],
        ]),
        responses: [
            .json("{}", status: .created), .encodable(["a": 1], status: 500), .status(count), .empty(status: .notFound),
            .plaintext(name, lifetime: .multiple(2)), .encodable([1, 2, 3], status: count),
        ])
    mock.addResponses(
        forPath: "/orders", when: .json(containing: ["id": .any, "name": name, "count": count, "tags": ["a", "b"]]),
        responses: [.empty()])
}
