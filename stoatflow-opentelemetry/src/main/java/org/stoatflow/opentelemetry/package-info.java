/** Carries traces of OpenTelemetry through an application: from the record that comes in to the record that goes out. */
package org.stoatflow.opentelemetry;
