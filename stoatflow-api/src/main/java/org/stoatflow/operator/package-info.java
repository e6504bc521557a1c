/**
 * The processors of the DSL's operators, written on the public processor API, and the interfaces between these
 * processors and the engine.
 */
package org.stoatflow.operator;
