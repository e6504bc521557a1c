/** The demo: word count on a real broker, shown while it runs, and verified at the end. */
@org.jspecify.annotations.NullMarked
package org.stoatflow.examples.demo;
