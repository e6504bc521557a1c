/**
 * What runs in a topology that the DSL builds: the processors of its operators, written on the public processor API,
 * and what they and the engine say to each other.
 */
package org.stoatflow.operator;
