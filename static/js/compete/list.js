/** The list of competitions: a written game that is pasted there opens on a board, by an address that carries it. */

const form = document.querySelector(".compete-paste");

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const record = form.querySelector("input").value.trim();
  location.assign(record ? `/replay#${new URLSearchParams({ record })}` : "/replay");
});
