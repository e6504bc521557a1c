/** What the demo's applications say of themselves. */
package org.stoatflow.examples.demo.reading;
