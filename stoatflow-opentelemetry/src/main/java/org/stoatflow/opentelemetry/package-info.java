/**
 * Traces of OpenTelemetry through an application: from the record that comes in, through its lanes, to the record that
 * goes out.
 */
@NullMarked
package org.stoatflow.opentelemetry;

import org.jspecify.annotations.NullMarked;
