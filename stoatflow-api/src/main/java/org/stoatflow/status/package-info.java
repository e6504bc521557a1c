/** What an application is doing now, as data: for probes, pages and whoever watches it. */
package org.stoatflow.status;
