/** Stores without an application, for unit tests of processors. */
package org.stoatflow.testing.store;
