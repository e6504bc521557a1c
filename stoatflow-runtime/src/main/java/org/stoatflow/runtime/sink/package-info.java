/**
 * The output side: outboxes that lanes fill, and the committer, which sends them, commits and applies. Only the
 * committer's thread uses the producers.
 */
package org.stoatflow.runtime.sink;
