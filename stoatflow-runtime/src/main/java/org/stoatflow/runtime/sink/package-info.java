/**
 * What leaves: outboxes filled by lanes, and the committer that sends them, commits and applies. One
 * thread, the committer, owns the producers.
 */
package org.stoatflow.runtime.sink;
