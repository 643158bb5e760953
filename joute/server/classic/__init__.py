"""The HTTP interface of the Cœurs report: `/jeu/initialisation`, `/jeu/tour_ia`, `/jeu/scores`, in French, status in the body too."""
