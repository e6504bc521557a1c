/**
 * {@code ./stoatflow reset}: has an application process its input again. It deletes the application's local state and
 * its internal topics, and sets the committed offsets of its input topics. Its order of work: see {@link Reset}.
 */
package org.stoatflow.tools.reset;
