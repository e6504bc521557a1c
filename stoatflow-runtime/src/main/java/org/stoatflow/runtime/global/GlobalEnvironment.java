package org.stoatflow.runtime.global;

/** What global stores need from outside: a driver that steps what follows their topics. */
public interface GlobalEnvironment {
    /** Begins to step a follower. */
    GlobalDriver follow(GlobalFollower follower);
}
