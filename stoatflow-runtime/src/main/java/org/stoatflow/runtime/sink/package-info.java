/**
 * What leaves: outboxes filled by lanes, and the committer that sends them, commits and applies (DESIGN §6). One
 * thread, the committer, owns the producers.
 */
package org.stoatflow.runtime.sink;
