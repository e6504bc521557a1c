/** Drives one kernel on the caller's thread: no broker, no threads, and a clock that is set by hand. */
package org.stoatflow.testing.driver;
