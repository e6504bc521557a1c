/**
 * What leaves the engine. Lanes fill outboxes; the committer sends them, commits, and applies the lanes' writes
 * (docs/DESIGN.md, "Exactly-once"). One thread, the committer's, owns the producers.
 */
package org.stoatflow.runtime.sink;
