// The types whose public members on Linux are all in Apple's Foundation, of the same types.

import FoundationNetworking

public typealias CachedURLResponse = FoundationNetworking.CachedURLResponse
public typealias HTTPCookie = FoundationNetworking.HTTPCookie
public typealias HTTPCookiePropertyKey = FoundationNetworking.HTTPCookiePropertyKey
public typealias HTTPCookieStorage = FoundationNetworking.HTTPCookieStorage
public typealias HTTPURLResponse = FoundationNetworking.HTTPURLResponse
public typealias NSURLRequest = FoundationNetworking.NSURLRequest
public typealias URLCache = FoundationNetworking.URLCache
public typealias URLCredential = FoundationNetworking.URLCredential
public typealias URLCredentialStorage = FoundationNetworking.URLCredentialStorage
public typealias URLProtectionSpace = FoundationNetworking.URLProtectionSpace
public typealias URLRequest = FoundationNetworking.URLRequest
public typealias URLResponse = FoundationNetworking.URLResponse
