package org.stoatflow.stores;

/** What a store does where it is asked to have a cache. */
public enum CacheSupport {
    /** It has one. */
    SUPPORTED,
    /** It has none, and goes on. */
    IGNORED,
    /** Asking for one is an error of the caller. */
    REFUSED
}
