/** The demo's application on StoatFlow. */
package org.stoatflow.examples.demo.stoatflow;
