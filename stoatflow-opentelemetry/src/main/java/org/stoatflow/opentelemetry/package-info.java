/** Carries traces of OpenTelemetry through an application, from the record that comes in to those that go out. */
package org.stoatflow.opentelemetry;
