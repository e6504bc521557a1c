/** {@code ./stoatflow top}: what an application is doing, on a terminal. */
package org.stoatflow.tools.top;
