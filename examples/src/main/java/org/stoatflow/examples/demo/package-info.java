/** The demo: word count on a real broker, shown while it runs, and verified at the end. */
package org.stoatflow.examples.demo;
