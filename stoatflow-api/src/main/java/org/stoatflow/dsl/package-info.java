/** The DSL: names, graph and operators, written on the public processor API. */
package org.stoatflow.dsl;
