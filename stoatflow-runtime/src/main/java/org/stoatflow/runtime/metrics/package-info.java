/** What the engine tells of itself. */
package org.stoatflow.runtime.metrics;
