/** The registry of sensors that mock contexts give. */
package org.stoatflow.testing.metrics;
