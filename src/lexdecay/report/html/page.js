"use strict";
// Tables are whole without this: it only lets a reader sort and filter the long ones.
(() => {
  const LONG = 14;
  const number = (text) => {
    const found = text.replace(/[,\s]/g, "").replace("−", "-").match(/-?\d+(\.\d+)?(e[+-]?\d+)?/i);
    return found ? Number(found[0]) : NaN;
  };
  const order = (a, b, numeric) => {
    if (!numeric) return a.localeCompare(b);
    const [x, y] = [number(a), number(b)];
    return Number.isNaN(x) ? (Number.isNaN(y) ? 0 : 1) : Number.isNaN(y) ? -1 : x - y;
  };
  const sortable = (table) => {
    table.querySelectorAll("thead th").forEach((head, column) => {
      if (!head.textContent) return;
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const up = head.getAttribute("aria-sort") !== "ascending";
        table.querySelectorAll("th[aria-sort]").forEach((other) => other.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", up ? "ascending" : "descending");
        const body = table.tBodies[0];
        const numeric = head.classList.contains("number");
        const rows = Array.from(body.rows);
        const text = (row) => row.cells[column].textContent;
        rows.sort((a, b) => (up ? 1 : -1) * order(text(a), text(b), numeric));
        body.append(...rows);
      });
    });
  };
  const searchable = (table, tools) => {
    const field = document.createElement("input");
    field.type = "search";
    field.placeholder = "find in this table";
    field.setAttribute("aria-label", "find in this table");
    field.addEventListener("input", () => {
      const wanted = field.value.toLowerCase();
      for (const row of table.tBodies[0].rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
    });
    tools.append(field);
  };
  for (const link of document.querySelectorAll("a[data-block]")) {
    const text = document.getElementById(link.dataset.block).textContent;
    link.closest("li").hidden = false;
    link.addEventListener("click", () => {
      link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    });
  }
  for (const block of document.querySelectorAll(".table")) {
    const table = block.querySelector("table");
    sortable(table);
    if (table.tBodies[0].rows.length > LONG) searchable(table, block.querySelector(".tools"));
  }
})();
